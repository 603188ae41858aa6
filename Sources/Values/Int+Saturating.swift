extension Int {
  /// Returns the sum, or the largest number if the sum exceeds it: sizes and counts are taken from files that others
  /// wrote.
  package func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the product of two non-negative numbers, or the largest number if the product exceeds it.
  package func saturatingMultiply(_ other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
