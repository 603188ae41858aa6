internal import Values

/// The creator of a document and the time, according to its history.
package struct Creation: Hashable, Sendable {
  /// The author who created it.
  package var author: Author
  /// The name in the commit's author line.
  package var name: String
  /// Seconds since 1970.
  package var seconds: Int64
  /// Minutes east of UTC.
  package var offset: Int

  package init(author: Author, name: String, seconds: Int64, offset: Int) {
    (self.author, self.name, self.seconds, self.offset) = (author, name, seconds, offset)
  }
}

extension Provenance {
  /// Returns a document with this creation if its front matter names a later one.
  ///
  /// The author is written in the old form, by kind (`user`, `agent`) or by name. Any other document is returned
  /// unchanged.
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
