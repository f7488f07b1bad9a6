import { useQuery } from '@tanstack/react-query'
import type { Config } from '#shared/config.ts'
import { loginWaysMeta } from '#shared/pages.ts'
import { siteQueries } from '#web/lib/queries/site.ts'

type LoginWays = Pick<Config, 'oidc' | 'passwordLogin'>

/** The page contains them, so the login page doesn't jump when the configuration arrives. */
function waysOfPage(): LoginWays {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${loginWaysMeta}"]`)
  return meta ? JSON.parse(meta.content) : {}
}

export const useLoginWays = (): LoginWays => useQuery(siteQueries.config).data ?? waysOfPage()
