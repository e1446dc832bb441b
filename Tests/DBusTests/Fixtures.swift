// SPDX-License-Identifier: Apache-2.0
import DBus
import TestSupport

let second = Duration.seconds(5)
let testPath: ObjectPath = "/org/dialtone/Test"
let testInterface = "org.dialtone.Test"

func method(_ member: String) -> MethodAddress {
    MethodAddress(path: testPath, interface: testInterface, member: member)
}

struct Row: DBusStruct, Hashable {
    var id: String
    var number: UInt32
    var tags: [String]

    static let layout = StructLayout(Row.init(id:number:tags:)) { ($0.id, $0.number, $0.tags) }
}
