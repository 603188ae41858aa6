import Testing

extension Tag {
  /// Takes more than ten seconds by itself.
  @Tag static var slow: Self
}
