import type { App } from './app-types.ts'

/** A scope whose routes take HTML forms. No other does: what another site's form can send changes nothing. */
export const withForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    addRoutes(scope)
  })

/** A scope for one-click links in emails (RFC 8058): email programs send a form that says nothing the URL doesn't. */
export const withOneClickForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    addRoutes(scope)
  })
