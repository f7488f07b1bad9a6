import { useQuery } from '@tanstack/react-query'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

/** Returns the limit in megabytes. */
export const useFileLimit = () => useQuery(siteQueries.config).data?.fileLimitMb ?? defaultFileLimitMb

export const FileLimit = () => useFileLimit()
