import multipart from '@fastify/multipart'
import type { App } from './app-types.ts'

/** Adds routes that accept URL-encoded forms. By default, routes reject them, because other sites can submit them. */
export const withForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    addRoutes(scope)
  })

/** Adds routes that accept forms with a file. They read it with `receiveUpload`. */
export const withFileForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    addRoutes(scope)
  })

/** Adds routes for one-click links in emails (RFC 8058). They ignore the form that email clients post. */
export const withOneClickForms = (app: App, addRoutes: (scope: App) => void) =>
  app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    addRoutes(scope)
  })
