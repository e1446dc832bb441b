// SPDX-License-Identifier: Apache-2.0

extension Variant {
    /// The text if the value has this type code of texts.
    func text(_ code: CChar) -> String? {
        switch self {
        case .string(let value) where code == TypeCode.string: value
        case .objectPath(let value) where code == TypeCode.objectPath: value.rawValue
        case .signature(let value) where code == TypeCode.signature: value
        default: nil
        }
    }

    /// What is inside if the value is this very container; entries of dictionaries come as structs.
    func contents(of container: CChar, _ contents: String) -> [Variant]? {
        switch self {
        case .array(let element, let values) where container == TypeCode.array && element == contents: values
        case .dictionary(let values) where container == TypeCode.array && contents == "{sv}":
            values.map { .structure([.string($0.key), .variant($0.value)]) }
        case .map(let key, let value, let entries) where container == TypeCode.array && contents == "{\(key)\(value)}":
            entries.map { .structure([$0.key, $0.value]) }
        case .structure(let fields) where container == TypeCode.structure || container == TypeCode.entry: fields
        default: nil
        }
    }
}
