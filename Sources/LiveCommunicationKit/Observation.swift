// SPDX-License-Identifier: Apache-2.0

// As with Apple's module, an app that imports this one can write @Observable.
@_exported public import Observation
