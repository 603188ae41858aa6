package import GitObjects

/// A file's content with its version token.
package struct ReadResult: Sendable, Codable {
  /// The file.
  package var path: String
  /// The version token: the blob id of exactly this content.
  package var token: ObjectID
  /// The content: text, or base64 if it is not UTF-8.
  package var content: String
  /// `utf-8` or `base64`.
  package var encoding: String
  /// The number of bytes.
  package var size: Int
  /// The last commit that recorded this version, if it is in the tip.
  package var commit: ObjectID?
  /// Whether the file is being saved at present, so that this is the last recorded version (A10).
  package var isBeingSaved: Bool
  /// Whether `content` is only the requested lines; nil for no.
  package var isPart: Bool?
  /// The lines in `content`, if it is not the whole text; nil also if the request has no limit.
  package var excerpt: LineExcerpt?
  /// The first and the last author; nil for an earlier version, and for a file that is not in the tip.
  package var provenance: FileProvenance?
  /// The report as a step of an agent's call; nil if it was none.
  package var call: CallReport?

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
