import type { App } from './app-types.ts'

/** A scope whose routes take HTML forms. No other does: what another site's form can send changes nothing. */
export const withForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    addRoutes(scope)
  })
