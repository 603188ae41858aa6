package import GitObjects

/// A file's content with its version token.
package struct ReadResult: Sendable, Codable {
  /// The file.
  package var path: String
  /// The version token: the blob id of exactly this content.
  package var token: ObjectID
  /// The content: text, or base64 where it is not UTF-8.
  package var content: String
  /// `utf-8` or `base64`.
  package var encoding: String
  /// Bytes.
  package var size: Int
  /// The commit that recorded this version last, if it is on the tip.
  package var commit: ObjectID?
  /// Whether the file is being saved at this moment, so that this is the last recorded version (A10).
  package var isBeingSaved: Bool
  /// Whether `content` is only the lines that were asked for; nil for no.
  package var isPart: Bool?
  /// Which lines `content` is, where it is not the whole text; nil also where the request has no limit.
  package var excerpt: LineExcerpt?
  /// Who made the file and changed it last; nil for an earlier version, and for a file that is on no tip.
  package var provenance: FileProvenance?
  /// What it tells as a step of an agent's call; nil where it was none.
  package var call: CallReport?

  /// Makes a result.
  package init(
    path: String, token: ObjectID, content: String, encoding: String, size: Int, commit: ObjectID?, isBeingSaved: Bool,
    call: CallReport? = nil
  ) {
    self.path = path
    self.token = token
    self.content = content
    self.encoding = encoding
    self.size = size
    self.commit = commit
    self.isBeingSaved = isBeingSaved
    self.call = call
  }
}
