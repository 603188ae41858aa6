/// Says that a program has a file or folder open.
package struct PresentOrder: Sendable, Codable {
  /// The file or folder; it need not exist yet.
  package var path: String
  /// The program's name, as others are told it.
  package var name: String?
  /// Who it is.
  package var caller: Caller
  /// The connection it came over; the daemon sets it, and it is not sent.
  package var connection: UInt64?
  /// The process; the daemon sets it, and it is not sent.
  package var pid: Int32?

  private enum CodingKeys: String, CodingKey {
    case path, name, caller
  }

  /// Makes an order.
  package init(
    path: String, name: String? = nil, caller: Caller = .person, connection: UInt64? = nil, pid: Int32? = nil
  ) {
    self.path = path
    self.name = name
    self.caller = caller
    self.connection = connection
    self.pid = pid
  }
}

/// The number under which a program is told what concerns a file.
package struct PresentReceipt: Sendable, Codable, Hashable {
  /// The number.
  package var presenter: Int

  /// Makes a receipt.
  package init(presenter: Int) { self.presenter = presenter }
}
