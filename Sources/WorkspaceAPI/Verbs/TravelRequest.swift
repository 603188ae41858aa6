/// Requests the sessions that travel over the remote.
package struct TravelRequest: AnonymousVerb {
  package typealias Answer = TravelReport
  package static let name = "travel"

  /// Whether the remote is asked first; otherwise the answer is its last one.
  package var fetches: Bool

  /// Creates a request.
  package init(fetches: Bool) { self.fetches = fetches }
}

/// Requests that sessions travel over the remote, or that none leaves this machine any more.
package struct TravelSwitch: Verb {
  package typealias Answer = TravelReport
  package static let name = "setTravel"

  /// Whether sessions travel.
  package var isOn: Bool
  package var caller: Caller

  /// Creates a request.
  package init(isOn: Bool, caller: Caller = .person) {
    self.isOn = isOn
    self.caller = caller
  }
}

/// Requests the publication of a session, if the remote still has the expected version of it.
package struct TravelOrder: Verb {
  package typealias Answer = TravelReceipt
  package static let name = "publishSession"

  package var session: String
  /// The version that the remote must have; nil if it must not have the session.
  package var expecting: String?
  /// The end of this machine's lease in milliseconds since 1970, 0 to release it; nil leaves the lease unchanged.
  package var until: Int64?
  /// Whether the new lines of the log are published.
  package var sendsLog: Bool
  /// Whether an answer that waits at the remote stays there.
  package var keepsAnswer: Bool
  /// The person's answer for the machine that has the session; nil for none.
  package var answer: TravelAnswer?
  package var caller: Caller

  /// Creates a request that publishes the lease, and the log.
  package init(_ session: String, expecting: String?, until: Int64, sendsLog: Bool, keepsAnswer: Bool) {
    self.session = session
    self.expecting = expecting
    self.until = until
    self.sendsLog = sendsLog
    self.keepsAnswer = keepsAnswer
    caller = .person
  }

  /// Creates a request that publishes an answer.
  package init(_ session: String, expecting: String?, answer: TravelAnswer, caller: Caller) {
    self.session = session
    self.expecting = expecting
    self.answer = answer
    self.caller = caller
    (sendsLog, keepsAnswer) = (false, false)
  }
}

/// The result of a publication.
package enum TravelReceipt: Hashable, Sendable, Codable {
  /// The remote has the session as this version.
  case published(version: String)
  /// The remote has another version; nothing was changed.
  case moved
  /// The remote does not answer or refuses; the text says why.
  case failed(String)
}

/// The sessions that travel over the remote, as it last had them.
package struct TravelReport: Hashable, Sendable, Codable {
  /// Whether the person lets sessions travel over this remote.
  package var isOn: Bool
  /// The remote's address for people; nil without a remote.
  package var remote: String?
  /// This folder's name in leases: no other clone has it.
  package var holder: String
  /// This machine's name.
  package var machine: String
  /// The reason why the remote was not asked, or did not answer; nil otherwise.
  package var problem: String?
  /// The reason why calls of models outside sessions were not exchanged; nil otherwise.
  package var callProblem: String?
  /// The ids of the sessions that stay at the remote: they are too large, damaged, or beyond the greatest number of
  /// sessions.
  package var left: [String] = []
  /// The sessions, by id.
  package var sessions: [TravellingSession]

  /// Creates a report.
  package init(
    isOn: Bool, remote: String?, holder: String, machine: String, problem: String? = nil,
    sessions: [TravellingSession] = []
  ) {
    self.isOn = isOn
    self.remote = remote
    self.holder = holder
    self.machine = machine
    self.problem = problem
    self.sessions = sessions
  }
}

/// A session at the remote.
package struct TravellingSession: Hashable, Sendable, Codable {
  package var id: String
  /// The commit of `refs/stet/sessions/ID`.
  package var version: String
  /// The folder that holds the lease, or held it last.
  package var holder: String
  /// The name of its machine.
  package var machine: String
  /// The end of the lease in milliseconds since 1970; 0 after it was released.
  package var until: Int64
  /// The number of lines of the log.
  package var lines: Int
  /// The answer that waits for the machine; nil without one.
  package var answer: TravelAnswer?

  /// Creates an entry.
  package init(
    id: String, version: String, holder: String, machine: String, until: Int64, lines: Int,
    answer: TravelAnswer? = nil
  ) {
    self.id = id
    self.version = version
    self.holder = holder
    self.machine = machine
    self.until = until
    self.lines = lines
    self.answer = answer
  }
}

/// A person's answer to the question of a session on another machine.
package struct TravelAnswer: Hashable, Sendable, Codable {
  /// The id of the question.
  package var question: String
  /// The number of lines of the log that has the question.
  package var lines: Int
  /// The answer.
  package var text: String
  /// The person who answered, as `Name <address>`. The daemon sets it; nil from a version of Stet that did not.
  package var person: String?

  /// Creates an answer.
  package init(question: String, lines: Int, text: String) {
    self.question = question
    self.lines = lines
    self.text = text
  }
}
