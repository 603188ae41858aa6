/// The letters without accents of lowercase letters with accents. Pure.
package enum LetterFolding {
  /// Returns a lowercase letter without its accents; any other scalar as it is.
  package static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar { bases[scalar] ?? scalar }

  /// The letters without their accents.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    for group in families.split(whereSeparator: \.isWhitespace) {
      guard let base = group.unicodeScalars.first else { continue }
      for scalar in group.unicodeScalars.dropFirst() { bases[scalar] = base }
    }
    return bases
  }()

  /// Groups of a letter and its forms with accents, as Unicode decomposes them.
  private static let families = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ cçćĉċčḉ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ iìíîïĩīĭįǐȉȋḭḯỉị nñńņňǹṅṇṉṋ
    oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự yýÿŷȳẏẙỳỵỷỹ dďḋḍḏḑḓ gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖ
    jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťțṫṭṯṱẗ wŵẁẃẅẇẉẘ zźżžẑẓẕ æǣǽ ʒǯ øǿ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ
    αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ οόὀὁὂὃὄὅὸό
    ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ ийѝӣӥ еѐёӗ гѓ ії кќ уўӯӱӳ ѵѷ жӂӝ аӑӓ әӛ зӟ оӧ өӫ эӭ чӵ ыӹ bḃḅḇ fḟ mḿṁṃ pṕṗ vṽṿ
    xẋẍ ſẛ ρῤῥ σς
    """
}
