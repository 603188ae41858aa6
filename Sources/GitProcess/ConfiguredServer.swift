/// The object server that git's configuration or the folder's `.lfsconfig` names.
package enum ConfiguredServer: Hashable, Sendable {
  /// No line names one: the remote's own address decides.
  case none
  /// The address of the server.
  case address(String)
  /// git cannot read `.lfsconfig`, for this reason: objects wait until it can, and everything else goes on.
  case unreadable(String)

  /// The name of the server's table of objects; nil if the remote's own address decides.
  package var name: String? {
    switch self {
    case .none: nil
    case .address(let address): address
    case .unreadable: ".lfsconfig"
    }
  }
}
