// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PhoneNumbers

@Suite("The table of mobile country codes")
struct MobileCountryTests {
    @Test func `has three digits and two letters everywhere`() {
        #expect(MobileCountry.table.count > 220)
        for (code, regions) in MobileCountry.table {
            #expect(code.count == 3 && code.allSatisfy(\.isWholeNumber), "\(code)")
            #expect(!regions.isEmpty && regions.allSatisfy { $0.count == 2 && $0 == $0.uppercased() }, "\(code)")
        }
    }

    @Test(arguments: [("262", ["DE"]), ("234", ["GB", "GG", "IM", "JE"]), ("001", []), ("2620", []), ("748", ["UY"])])
    func `names every region that shares a code`(_ code: String, _ regions: [String]) {
        #expect(MobileCountry.regions(of: code) == regions)
    }
}
