import { useQuery } from '@tanstack/react-query'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

/** In megabytes. */
export const useFileLimit = () => useQuery(siteQueries.config).data?.fileLimitMb ?? defaultFileLimitMb

/** The same, as text in JSX. */
export const FileLimit = () => useFileLimit()
