import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const issuer = 'https://login.example/realms/studio'

test.each([
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: issuer }],
  ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'off' }],
  ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'admins', OIDC_CLIENT_ID: 'framelight' }],
  ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'maybe', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'framelight' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'framelight' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://127.evil.example', OIDC_CLIENT_ID: 'framelight' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'login.example', OIDC_CLIENT_ID: 'framelight' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: `${issuer}?a=b`, OIDC_CLIENT_ID: 'framelight' }],
  ['OIDC_SCOPES', { OIDC_SCOPES: 'email profile' }],
])('the server refuses to start because of %s: %o', (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} `))
})

test.each([issuer, 'http://localhost:8080', 'http://127.0.0.1:8080/', 'http://[::1]:8080'])(
  '%s is a valid issuer, and is kept as it is',
  (given) => {
    const { oidc, passwordLogin } = readConfig({ OIDC_ISSUER: given, OIDC_CLIENT_ID: 'framelight' })
    expect(passwordLogin).toBe('on')
    expect(oidc).toEqual({
      ...{ issuer: given, clientId: 'framelight', clientSecret: undefined, scopes: 'openid email profile' },
      ...{ name: 'Single sign-on', isRegistrationOpen: false, adminGroup: undefined, groupsClaim: 'groups' },
    })
  },
)
