import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSessions } from '#shared/accounts.ts'
import { listActivity } from '#shared/activity.ts'
import { getAnalytics, getLinkAnalytics } from '#shared/analytics.ts'
import { type Choice, listChoices } from '#shared/choices.ts'
import { getExport } from '#shared/exports.ts'
import { listInvitations } from '#shared/invitations.ts'
import { getLink, listLinks } from '#shared/links.ts'
import { getNotifications } from '#shared/notifications.ts'
import { call } from '../api.ts'
import { orSay } from '../sentence.ts'
import { type Page, queryKeys } from './keys.ts'

/** What a signed-in user asks for about what is theirs. */
export const ownerQueries = {
  /** Where one is signed in. */
  sessions: queryOptions({ queryKey: queryKeys.sessions, queryFn: async () => (await call(listSessions)).data }),

  /** What happened on one's links, page by page, the newest first. */
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

  /** Until when the address of the last export is good. */
  accountExport: queryOptions({
    queryKey: queryKeys.accountExport,
    queryFn: async () => (await call(getExport)).data,
  }),

  /** All of one's own links, newest first. */
  links: queryOptions({
    queryKey: queryKeys.links,
    queryFn: async () => (await call(listLinks).catch(orSay('Failed to fetch links. Please try again.'))).data,
  }),

  /** A link of one's own with all its images. */
  link: (id: string) =>
    queryOptions({
      queryKey: queryKeys.link(id),
      queryFn: async ({ signal }) => (await call(getLink, { params: { id }, signal })).data,
    }),

  /** What people chose of a link of one's own, the newest first. */
  choices: (linkId: string) =>
    infiniteQueryOptions({
      queryKey: queryKeys.choices(linkId),
      queryFn: ({ pageParam: cursor }): Promise<Page<Choice>> =>
        call(listChoices, { params: { id: linkId }, query: { cursor } }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      select: ({ pages }) => pages.flatMap(({ data }) => data),
    }),

  /** Who is invited to a link of one's own, the newest first. */
  invitations: (linkId: string) =>
    queryOptions({
      queryKey: queryKeys.invitations(linkId),
      queryFn: async () => (await call(listInvitations, { params: { id: linkId } })).data,
    }),

  /** The figures of one link, or of all of them, over so many days as they are cut where the owner lives. */
  analytics: (linkId: string | undefined, days: number) =>
    queryOptions({
      queryKey: queryKeys.analytics(linkId, days),
      queryFn: async () => {
        const query = { days, tz: Intl.DateTimeFormat().resolvedOptions().timeZone }
        const answer = linkId
          ? await call(getLinkAnalytics, { params: { id: linkId }, query })
          : await call(getAnalytics, { query })
        return answer.data
      },
      placeholderData: keepPreviousData,
    }),
}
