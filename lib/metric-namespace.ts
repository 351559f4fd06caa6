/** Where CloudWatch keeps what is counted here; a file of its own, for a bundle's loader counts before the library is there. */
export const metricNamespace = "WarehouseTracking";
