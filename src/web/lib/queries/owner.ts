import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSessions } from '#shared/accounts.ts'
import { listActivity } from '#shared/activity.ts'
import { getAnalytics, getLinkAnalytics } from '#shared/analytics.ts'
import { listApiKeys } from '#shared/api-keys.ts'
import { type Choice, listChoices } from '#shared/choices.ts'
import { listCollaborations } from '#shared/collaborators.ts'
import { getExport } from '#shared/exports.ts'
import { listInvitations } from '#shared/invitations.ts'
import { getLink, type Link, listLinks, listSharedLinks } from '#shared/links.ts'
import { getNotifications } from '#shared/notifications.ts'
import { getSignIn } from '#shared/sign-in.ts'
import { listDeliveries, listWebhooks } from '#shared/webhooks.ts'
import { call } from '../api.ts'
import { withFallback } from '../error-message.ts'
import { browserTimeZone } from '../formats.ts'
import { type Page, queryKeys } from './keys.ts'

export const ownerQueries = {
  sessions: queryOptions({ queryKey: queryKeys.sessions, queryFn: async () => (await call(listSessions)).data }),

  signIn: queryOptions({ queryKey: queryKeys.signIn, queryFn: async () => (await call(getSignIn)).data }),

  apiKeys: queryOptions({ queryKey: queryKeys.apiKeys, queryFn: async () => (await call(listApiKeys)).data }),

  webhooks: queryOptions({ queryKey: queryKeys.webhooks, queryFn: async () => (await call(listWebhooks)).data }),

  deliveries: (id: string) =>
    queryOptions({
      queryKey: queryKeys.deliveries(id),
      queryFn: async () => (await call(listDeliveries, { params: { id } })).data,
    }),

  activity: infiniteQueryOptions({
    queryKey: queryKeys.activity,
    queryFn: ({ pageParam }) => call(listActivity, pageParam === '' ? {} : { query: { cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  }),

  notifications: queryOptions({
    queryKey: queryKeys.notifications,
    queryFn: async () => (await call(getNotifications)).data,
  }),

  accountExport: queryOptions({
    queryKey: queryKeys.accountExport,
    queryFn: async () => (await call(getExport)).data,
  }),

  links: queryOptions({
    queryKey: queryKeys.links,
    queryFn: async () => (await call(listLinks).catch(withFallback('Failed to fetch links. Please try again.'))).data,
  }),

  link: (id: string) =>
    queryOptions({
      queryKey: queryKeys.link(id),
      queryFn: async ({ signal }) => (await call(getLink, { params: { id }, signal })).data,
    }),

  sharedLinks: infiniteQueryOptions({
    queryKey: queryKeys.sharedLinks,
    queryFn: ({ pageParam: cursor }): Promise<Page<Link>> => call(listSharedLinks, { query: { cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  }),

  collaborations: queryOptions({
    queryKey: queryKeys.collaborations,
    queryFn: async ({ signal }) => (await call(listCollaborations, { signal })).data,
  }),

  /** An owner's links that someone else edits. */
  editedLinks: (ownerId: string) =>
    queryOptions({
      queryKey: queryKeys.editedLinks(ownerId),
      queryFn: async () => {
        const links: Link[] = []
        let cursor: string | undefined
        do {
          const page = await call(listSharedLinks, { query: { cursor, limit: 100 } })
          links.push(...page.data)
          cursor = page.nextCursor
        } while (cursor !== undefined)
        return links.filter(({ user, myRole }) => user === ownerId && myRole === 'editor')
      },
    }),

  choices: (linkId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.choices(linkId),
      queryFn: ({ pageParam: cursor }): Promise<Page<Choice>> =>
        call(listChoices, { params: { id: linkId }, query: { cursor } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data),
    }),

  invitations: (linkId: string) =>
    queryOptions({
      queryKey: queryKeys.invitations(linkId),
      queryFn: async () => (await call(listInvitations, { params: { id: linkId } })).data,
    }),

  /** Days are in this device's time zone. */
  analytics: (linkId: string | undefined, days: number) =>
    queryOptions({
      queryKey: queryKeys.analytics(linkId, days),
      queryFn: async () => {
        const query = { days, tz: browserTimeZone() }
        const answer = linkId
          ? await call(getLinkAnalytics, { params: { id: linkId }, query })
          : await call(getAnalytics, { query })
        return answer.data
      },
      placeholderData: keepPreviousData,
    }),
}
