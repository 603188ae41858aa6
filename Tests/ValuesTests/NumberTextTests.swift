import Testing
import Values

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      (3, "3"), (2.5, "2.5"), (-0.04, "-0.04"), (7.26, "7.26"), (8_412, "8412"), (1e15, "1000000000000000"),
    ])
  func `a number has its shortest text`(number: Double, plain: String) {
    #expect(NumberText.plain(number) == plain && NumberText.json(number) == .number(plain))
  }

  @Test(arguments: [(7.25, "7.3"), (-0.04, "0"), (8412, "8412"), (1e300, "1e+300"), (.infinity, "inf")])
  func `numbers have at most one digit after the point`(number: Double, text: String) {
    #expect(NumberText.short(number) == text)
  }

  @Test func `a number that JSON lacks is left out`() {
    for number in [Double.nan, .infinity, -.infinity] { #expect(NumberText.json(number) == nil) }
  }

  @Test func `zeros fill a number up to its width, and a wider one stays`() {
    #expect(NumberText.padded(7, to: 3) == "007" && NumberText.padded(1_234, to: 3) == "1234")
    #expect(NumberText.padded(0, to: 2) == "00" && NumberText.padded(9, to: 0) == "9")
    #expect(NumberText.padded(255 as UInt8, to: 4, radix: 16) == "00ff")
    #expect(NumberText.padded(255, to: 4, radix: 16, uppercase: true) == "00FF")
    #expect(NumberText.padded(UInt64.max, to: 16, radix: 16) == "ffffffffffffffff")
  }
}
