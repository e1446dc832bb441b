// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Field report 64: what we install opens nothing but what is ours, and that to nobody but the person.
/// https://github.com/hadess/iio-sensor-proxy/issues/41, https://github.com/maemo-leste/bugtracker/issues/372,
/// https://github.com/postmarketOS/pmbootstrap/issues/732
@Suite struct `What is installed` {
    /// What is wrong with a policy of dbus-daemon(1).
    static func faults(ofPolicy text: String) -> [String] {
        text.split(separator: "<").dropFirst().compactMap { element in
            let tag = element.prefix { $0 != ">" }
            if tag.hasPrefix("policy"), ["user=", "at_console="].contains(where: tag.contains) {
                return "access by a fixed user name or a console: \(tag)"
            }
            guard tag.hasPrefix("allow") else { return nil }
            let isOurs = ["send_destination", "own"].contains { tag.contains("\($0)=\"\(DialtoneRig.busName)\"") }
            return isOurs ? nil : "an allow rule that does not name our bus name: \(tag)"
        }
    }

    /// What is wrong with a service file of the session bus.
    static func faults(ofService text: String) -> [String] {
        var faults: [String] = []
        let lines = text.split(separator: "\n")
        if !lines.contains("Name=\(DialtoneRig.busName)") { faults.append("another name") }
        if !lines.contains(where: { $0.hasPrefix("Exec=/") || $0.hasPrefix("Exec=@") }) { faults.append("no program") }
        if lines.contains(where: { $0.hasPrefix("User=") }) { faults.append("a fixed user") }
        return faults
    }

    /// Every file below packaging/, by its path there.
    static var files: [String: String] {
        let root = #filePath.components(separatedBy: "/Tests/EndToEndTests/")[0] + "/packaging"
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        let texts = names.compactMap { name in
            (try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    @Test func `has no bus policy that opens more than our name`() {
        #expect(Self.files.count > 5)
        for (name, text) in Self.files where text.contains("<busconfig") {
            #expect(Self.faults(ofPolicy: text).isEmpty, "\(name)")
        }
    }

    @Test func `is started as the person, by our name`() throws {
        let services = Self.files.filter { $0.key.hasPrefix("dbus/") && $0.key.hasSuffix(".service") }
        #expect(services.count == 1)
        for (name, text) in services { #expect(Self.faults(ofService: text).isEmpty, "\(name)") }
        let unit = try #require(Self.files["systemd/dialtoned.service"])
        #expect(!unit.contains("\nUser=") && !unit.contains("system.target"))
    }

    @Test(arguments: [
        #"<policy context="default"><allow send_interface="org.dialtone.Telephony1"/></policy>"#,
        #"<policy context="default"><allow send_destination="*"/></policy>"#,
        #"<policy user="phone"><allow send_destination="org.dialtone.Dialtone1"/></policy>"#,
        #"<policy at_console="true"><allow send_destination="org.dialtone.Dialtone1"/></policy>"#,
        #"<policy context="default"><allow own="org.dialtone.Dialtone1.Other"/></policy>"#,
    ])
    func `would be found out with a rule that is too wide`(_ policy: String) {
        #expect(!Self.faults(ofPolicy: "<busconfig>\(policy)</busconfig>").isEmpty)
    }

    @Test func `would pass with a rule for our name`() {
        let policy = #"<policy context="default"><allow send_destination="org.dialtone.Dialtone1"/></policy>"#
        #expect(Self.faults(ofPolicy: policy).isEmpty)
        #expect(!Self.faults(ofService: "[D-BUS Service]\nName=org.example\nExec=x\nUser=root\n").isEmpty)
    }
}
