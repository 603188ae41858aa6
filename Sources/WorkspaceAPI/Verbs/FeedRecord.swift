package import GitObjects

/// A record of the feed: a notice by an agent or a person to the readers of the workspace.
package struct FeedRecord: Hashable, Sendable, Codable {
  /// The folder of the feed's files.
  package static let folder = "Feed"
  /// The first of the feed's files.
  package static let firstFile = "\(folder)/feed.jsonl"

  /// The record's id, unique in the feed.
  package var id: String
  /// The time of its publication, ISO 8601.
  package var time: String
  /// The headline, on one line.
  package var headline: String
  /// The text, as Markdown.
  package var content: String
  /// The id of the book or topic that it is about; nil for none.
  package var bookId: String?
  /// The name of the agent that published it; nil for anybody else.
  package var agent: String?
  /// The agent's session; nil for none.
  package var session: String?
  /// The author of the record's line by history; nil if history does not have the line.
  package var author: AuthorRecord?
  /// The paths of the files that it names, from the root of the workspace.
  package var links: [String]

  /// Creates a record.
  package init(
    id: String, time: String, headline: String, content: String, bookId: String? = nil, agent: String? = nil,
    session: String? = nil, links: [String] = []
  ) {
    self.id = id
    self.time = time
    self.headline = headline
    self.content = content
    self.bookId = bookId
    self.agent = agent
    self.session = session
    self.links = links
  }
}
