import { formatNumber } from '#web/lib/formats.ts'

const gigabyte = 1e9

export const formatGigabytes = (bytes: number) => `${formatNumber(Math.round((bytes / gigabyte) * 10) / 10)} GB`
