import { afterAll, beforeAll } from 'vitest'
import { createOidcBrowser, oidcConfig, startTestOidcProvider } from './oidc-provider.ts'
import { useServer } from './use-server.ts'

/** Creates one provider, and a server that people log in to with it, per test file. Call it at the top level. */
export async function useOidcServer() {
  const provider = await startTestOidcProvider()
  afterAll(() => provider.close())
  const oidc = oidcConfig(provider)
  const { server, build } = useServer({ oidc })
  // The first account is never created by the provider.
  beforeAll(() => build.aUser())
  return {
    provider,
    oidc,
    server,
    build,
    aBrowser: () => createOidcBrowser(server, provider),
    signInOf: async (token: string) => (await server.get('/api/auth/sign-in', { token })).body.data,
  }
}
