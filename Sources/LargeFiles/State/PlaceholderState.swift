/// The state of a large file as lists, status and tool results show it.
package struct PlaceholderState: Hashable, Sendable {
  /// The known facts about a file.
  package struct Facts: Hashable, Sendable {
    /// The tip's pointer.
    package var pointer: Pointer
    /// The id of the content in the folder; nil for a placeholder.
    package var onDisk: ContentID?
    /// The number of bytes of the tip's object downloaded so far; nil if no download is in progress.
    package var received: Int?
    /// The number of its bytes uploaded so far; nil if no upload is in progress.
    package var sent: Int?
    /// Whether the remote confirmed the object; nil if it was not asked.
    package var isHeldByRemote: Bool?
    /// Whether the object is in the object folder.
    package var isHere: Bool
    /// The last problem; nil if a later attempt succeeded.
    package var problem: String?

    /// Creates facts.
    package init(
      pointer: Pointer, onDisk: ContentID?, received: Int? = nil, sent: Int? = nil, isHeldByRemote: Bool? = nil,
      isHere: Bool, problem: String? = nil
    ) {
      self.pointer = pointer
      self.onDisk = onDisk
      self.received = received
      self.sent = sent
      self.isHeldByRemote = isHeldByRemote
      self.isHere = isHere
      self.problem = problem
    }
  }

  /// The download state of the tip's content.
  package var download: DownloadState
  /// Whether the remote has the tip's content.
  package var upload: UploadState
  /// The last problem; nil if there is none.
  package var problem: String?

  /// Derives the state from the facts.
  package init(_ facts: Facts) {
    if facts.onDisk == facts.pointer.id {
      download = .current
    } else if facts.onDisk != nil {
      download = .downloaded
    } else if let received = facts.received {
      download = .downloading(percent: Self.percent(received, of: facts.pointer.size))
    } else {
      download = .notDownloaded
    }
    switch facts.isHeldByRemote {
    case true: upload = .uploaded
    case _ where facts.sent != nil: upload = .uploading(percent: Self.percent(facts.sent ?? 0, of: facts.pointer.size))
    case false: upload = facts.isHere || facts.onDisk == facts.pointer.id ? .waiting : .unknown
    case nil: upload = .unknown
    }
    problem = facts.problem
  }

  /// Returns the percentage; 100 only for a complete object.
  private static func percent(_ count: Int, of size: Int) -> Int {
    guard size > 0, count < size else { return 100 }
    return max(0, min(99, Int(Double(count) * 100 / Double(size))))
  }
}

/// The download state of a large file on this machine.
package enum DownloadState: Hashable, Sendable {
  /// Only the pointer is here.
  case notDownloaded
  /// The download is in progress; 0 to 100.
  case downloading(percent: Int)
  /// An older content is here; the current one is not downloaded yet.
  case downloaded
  /// The tip's content is here.
  case current
}

/// The upload state of a large file.
package enum UploadState: Hashable, Sendable {
  /// The remote confirmed that it has the object.
  case uploaded
  /// The upload is in progress; 0 to 100.
  case uploading(percent: Int)
  /// The upload is pending: the only copy is on this machine.
  case waiting
  /// The remote was not asked yet, or there is none.
  case unknown
}
