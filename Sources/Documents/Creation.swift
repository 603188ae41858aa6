/// Who made a document and when, as its history tells.
package struct Creation: Hashable, Sendable {
  /// Whoever made it.
  package var author: Author
  /// The name in the commit's author line.
  package var name: String
  /// Seconds since 1970.
  package var seconds: Int64
  /// Minutes east of UTC.
  package var offset: Int

  /// Makes a creation.
  package init(author: Author, name: String, seconds: Int64, offset: Int) {
    (self.author, self.name, self.seconds, self.offset) = (author, name, seconds, offset)
  }
}

extension Provenance {
  /// A document whose front matter names a later creation than this one, with this one in its place.
  ///
  /// The author stands there as before, by kind (`user`, `agent`) or by name. Any other document is answered as it is.
  package static func correct(_ document: [UInt8], to creation: Creation) -> [UInt8] {
    guard let matter = FrontMatter(document), let by = matter["created_by"], let at = matter["created_at"],
      let stated = ISOTime.seconds(at), stated > creation.seconds
    else { return document }
    let kind = creation.author.ranksAsPerson ? "user" : "agent"
    let name = by == "user" || by == "agent" ? kind : creation.name
    let time = ISOTime.text(creation.seconds, offset: creation.offset)
    guard let named = matter.setting("created_by", to: name, behind: []),
      let dated = FrontMatter(named)?.setting("created_at", to: time, behind: []), let check = FrontMatter(dated),
      check["created_by"] == name, check["created_at"] == time
    else { return document }
    return dated
  }
}
