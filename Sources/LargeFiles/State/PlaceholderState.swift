/// What is said of a large file in lists, status and tool results.
package struct PlaceholderState: Hashable, Sendable {
  /// What is known of it.
  package struct Facts: Hashable, Sendable {
    /// The tip's pointer.
    package var pointer: Pointer
    /// The content that stands in the folder; nil for a placeholder.
    package var standing: ContentID?
    /// Bytes of the tip's object that came so far; nil while it is not on its way.
    package var received: Int?
    /// Bytes of it that went so far; nil while it is not on its way.
    package var sent: Int?
    /// Whether the remote said that it has it; nil where it was not asked.
    package var isHeldByRemote: Bool?
    /// Whether the object is in the object folder.
    package var isHere: Bool
    /// What went wrong last, if nothing went well since.
    package var problem: String?

    /// Makes facts.
    package init(
      pointer: Pointer, standing: ContentID?, received: Int? = nil, sent: Int? = nil, isHeldByRemote: Bool? = nil,
      isHere: Bool, problem: String? = nil
    ) {
      self.pointer = pointer
      self.standing = standing
      self.received = received
      self.sent = sent
      self.isHeldByRemote = isHeldByRemote
      self.isHere = isHere
      self.problem = problem
    }
  }

  /// How much of it is on this machine.
  package var download: DownloadState
  /// Whether the remote has it.
  package var upload: UploadState
  /// What went wrong last; nil where nothing did.
  package var problem: String?

  /// The state that the facts amount to.
  package init(_ facts: Facts) {
    if facts.standing == facts.pointer.id {
      download = .current
    } else if facts.standing != nil {
      download = .downloaded
    } else if let received = facts.received {
      download = .downloading(percent: Self.percent(received, of: facts.pointer.size))
    } else {
      download = .notDownloaded
    }
    switch facts.isHeldByRemote {
    case true: upload = .uploaded
    case _ where facts.sent != nil: upload = .uploading(percent: Self.percent(facts.sent ?? 0, of: facts.pointer.size))
    case false: upload = facts.isHere || facts.standing == facts.pointer.id ? .waiting : .unknown
    case nil: upload = .unknown
    }
    problem = facts.problem
  }

  /// Never 100 before all is there.
  private static func percent(_ count: Int, of size: Int) -> Int {
    guard size > 0, count < size else { return 100 }
    return max(0, min(99, Int(Double(count) * 100 / Double(size))))
  }
}
