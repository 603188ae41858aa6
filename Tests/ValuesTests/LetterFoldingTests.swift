import Testing
import Values

@Suite struct LetterFoldingTests {
  @Test(
    arguments: [("ü", "u"), ("é", "e"), ("ł", "ł"), ("u", "u"), ("ё", "е"), ("日", "日"), ("1", "1")]
      as [(Unicode.Scalar, Unicode.Scalar)])
  func `a letter loses its accents, and any other stays`(letter: Unicode.Scalar, base: Unicode.Scalar) {
    #expect(LetterFolding.base(of: letter) == base)
  }
}
