package import GitObjects

/// The functions that the recorder's turns call.
///
/// The keeper owns them, so they hold it and the parts that hold it only weakly: a stopped workspace would stay in memory
/// otherwise.
package struct KeeperListeners: Sendable {
  /// Called after each turn that moved the tip.
  var tipMoved: @Sendable () -> Void
  /// Called after a checkpoint.
  var rested: @Sendable () -> Void
  /// Called when commits were taken from the person's git, with the remote's branch then and the previous tip.
  var gitTook: @Sendable (_ published: [ObjectID], _ before: ObjectID?) -> Void
  /// Called after a turn with an edited pointer whose content is not here.
  var pointersEdited: @Sendable () -> Void
  /// Called when the folder is no longer at its path.
  var rootGone: @Sendable () -> Void

  /// Makes listeners; those that are not given do nothing.
  package init(
    tipMoved: @escaping @Sendable () -> Void = {}, rested: @escaping @Sendable () -> Void = {},
    gitTook: @escaping @Sendable (_ published: [ObjectID], _ before: ObjectID?) -> Void = { _, _ in },
    pointersEdited: @escaping @Sendable () -> Void = {}, rootGone: @escaping @Sendable () -> Void = {}
  ) {
    self.tipMoved = tipMoved
    self.rested = rested
    self.gitTook = gitTook
    self.pointersEdited = pointersEdited
    self.rootGone = rootGone
  }
}
