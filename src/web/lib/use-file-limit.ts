import { useQuery } from '@tanstack/react-query'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

/** How large an image may be here, in megabytes. */
export const useFileLimit = () => useQuery(siteQueries.config).data?.fileLimitMb ?? defaultFileLimitMb

/** The same, for words: '10'. */
export const FileLimit = () => useFileLimit()
