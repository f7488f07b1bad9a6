import { useQuery } from '@tanstack/react-query'
import { defaultFileLimitMb } from '#shared/limits.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

/** In megabytes. */
export const useFileLimit = () => useQuery(siteQueries.config).data?.fileLimitMb ?? defaultFileLimitMb

/** For use in JSX text. */
export const FileLimit = () => useFileLimit()
