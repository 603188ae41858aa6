/// Requests the records of the feed, newest first.
package struct FeedRequest: Verb {
  package typealias Answer = FeedReport
  package static let name = "feed"

  /// The greatest number of records; nil for all.
  package var limit: Int?
  /// Only records about this book or topic; nil for all.
  package var book: String?
  /// The caller; an agent needs the permission to read the feed.
  package var caller: Caller

  package init(limit: Int? = nil, book: String? = nil, caller: Caller = .person) {
    self.limit = limit
    self.book = book
    self.caller = caller
  }
}

/// The records of the feed.
package struct FeedReport: Hashable, Sendable, Codable {
  /// A line that is no record.
  package struct BrokenLine: Hashable, Sendable, Codable {
    /// The file.
    package var path: String
    /// The number of the line, from 1.
    package var line: Int

    package init(path: String, line: Int) {
      self.path = path
      self.line = line
    }
  }

  /// The records, newest first.
  package var records: [FeedRecord]
  /// The number of further records.
  package var more: Int
  /// The lines that are no records and were left out, at most 100.
  package var broken: [BrokenLine]

  package init(records: [FeedRecord], more: Int = 0, broken: [BrokenLine] = []) {
    self.records = records
    self.more = more
    self.broken = broken
  }
}

/// Requests the publication of a record in the feed.
package struct PublishRequest: Verb {
  package typealias Answer = PublishReceipt
  package static let name = "publish"

  package var headline: String
  /// The text, as Markdown.
  package var content: String
  /// The id of the book or topic that it is about; nil for none.
  package var bookId: String?
  /// The paths of files that it names, besides those in the text's links.
  package var links: [String]
  /// The id of the publication: a second one with the same id, by the same session, adds no record. Nil for
  /// `caller.call`; a publication without either is always new.
  package var call: String?
  package var caller: Caller

  package init(
    headline: String, content: String, bookId: String? = nil, links: [String] = [], call: String? = nil,
    caller: Caller = .person
  ) {
    self.headline = headline
    self.content = content
    self.bookId = bookId
    self.links = links
    self.call = call
    self.caller = caller
  }
}

/// The result of a publication, returned when it is durable.
package struct PublishReceipt: Hashable, Sendable, Codable {
  package var record: FeedRecord
  /// Whether the publication added the record; false if the feed had it already.
  package var isNew: Bool
  /// The file that has the record.
  package var path: String
  /// The reason why the file is held back from the tip; nil if it is not.
  package var held: String?

  package init(record: FeedRecord, isNew: Bool, path: String, held: String? = nil) {
    self.record = record
    self.isNew = isNew
    self.path = path
    self.held = held
  }
}
