extension Int {
  /// The sum, or the largest number where that is beyond it: sizes are what pointers of others say.
  package func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The product of two numbers that are not negative, or the largest number where that is beyond it.
  package func saturatingMultiply(_ other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
