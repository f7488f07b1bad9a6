import type { App } from './app-types.ts'

/** A scope whose routes accept HTML forms. No others do, so forms on other sites can't change anything. */
export const withForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    addRoutes(scope)
  })

/** A scope for one-click links in emails (RFC 8058). The form that email clients post can be ignored. */
export const withOneClickForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    addRoutes(scope)
  })
