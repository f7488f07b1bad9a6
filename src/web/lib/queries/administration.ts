import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listListedLinks, listReports } from '#shared/administered-links.ts'
import { getUser, listUsers } from '#shared/administered-users.ts'
import { getOverview, listAudit, listRegistrationInvitations, listTasks } from '#shared/administration.ts'
import { call } from '../api.ts'
import { browserTimeZone } from '../formats.ts'
import { type Page, queryKeys } from './keys.ts'

const key = (...parts: string[]) => [...queryKeys.administration, ...parts]

const list = <Item>(parts: string[], fetch: (cursor: string | undefined) => Promise<Page<Item>>) =>
  infiniteQueryOptions({
    queryKey: key(...parts),
    queryFn: ({ pageParam }) => fetch(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })

export const administrationQueries = {
  overview: queryOptions({
    queryKey: key('overview'),
    queryFn: async () => (await call(getOverview, { query: { tz: browserTimeZone() } })).data,
  }),
  invitations: queryOptions({
    queryKey: key('invitations'),
    queryFn: async () => (await call(listRegistrationInvitations)).data,
  }),
  tasks: queryOptions({ queryKey: key('tasks'), queryFn: async () => (await call(listTasks)).data }),
  user: (id: string) =>
    queryOptions({ queryKey: key('user', id), queryFn: async () => (await call(getUser, { params: { id } })).data }),
  users: (search: string) =>
    list(['users', search], (cursor) => call(listUsers, { query: { search: search || undefined, cursor } })),
  links: list(['links'], (cursor) => call(listListedLinks, { query: { cursor } })),
  reports: list(['reports'], (cursor) => call(listReports, { query: { cursor } })),
  audit: list(['audit'], (cursor) => call(listAudit, { query: { cursor } })),
}
