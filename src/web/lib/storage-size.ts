import { formatNumber } from '#web/lib/formats.ts'

const oneDecimal = (value: number) => formatNumber(Math.round(value * 10) / 10)

/** Uses decimal units, like disk manufacturers and the limits in GB. */
export function formatStorage(bytes: number) {
  if (bytes < 1e9) return `${formatNumber(bytes > 0 ? Math.max(1, Math.round(bytes / 1e6)) : 0)} MB`
  return bytes < 1e12 ? `${oneDecimal(bytes / 1e9)} GB` : `${oneDecimal(bytes / 1e12)} TB`
}
