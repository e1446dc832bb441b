// SPDX-License-Identifier: Apache-2.0

/// What a number does by itself once it is called, step after step.
package struct RemoteScript: Codable, Hashable, Sendable {
    /// One act and how long after the step before (or after dialing) it comes.
    package struct Step: Codable, Hashable, Sendable {
        /// Seconds.
        package var after: Double
        /// What the other side does.
        package var act: RemoteAct

        package init(_ act: RemoteAct, after: Double) {
            self.act = act
            self.after = after
        }
    }

    /// The digits at the end of the numbers it stands for.
    package var number: String
    /// What it does, in this order.
    package var steps: [Step]

    package init(number: String = "", steps: [Step]) {
        self.number = number
        self.steps = steps
    }

    /// The same acts without any delay.
    package var withoutDelay: RemoteScript {
        RemoteScript(number: number, steps: steps.map { Step($0.act, after: 0) })
    }
}
