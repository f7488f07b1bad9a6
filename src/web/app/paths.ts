import { pages } from '#shared/pages.ts'

/** Every address the app leads to. Those with a `:name` are filled in with React Router's `generatePath`. */
export const paths = {
  ...pages,
  /** Outside the app's router: a plain link, not the router's. */
  apiDocs: '/api/docs',
} as const
