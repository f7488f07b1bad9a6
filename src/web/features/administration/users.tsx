import { useInfiniteQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { UserInList } from '#shared/administered-users.ts'
import { pages } from '#shared/pages.ts'
import { plans } from '#shared/plans.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatAgo, formatNumber } from '#web/lib/formats.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList } from './admin-list.tsx'

export const UsersPage = () => (
  <AdminFrame title="Users">
    <Users />
  </AdminFrame>
)

function Users() {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const query = useInfiniteQuery(administrationQueries.users(wanted))
  return (
    <>
      <div className="mb-6 max-w-112">
        <SearchField
          label="Search by name or email"
          placeholder="Search by name or email"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <AdminList
        query={query}
        failure={(error) => errorMessage(error, "Couldn't load the accounts.")}
        empty={`No users match “${wanted}”. Try part of a name or email.`}
      >
        {(users) => (
          <table className="w-full border-line border-b text-ui">
            <thead className="text-left text-caption text-ink-3 max-md:sr-only">
              <tr>
                <th scope="col" className="py-2 font-normal">
                  Name
                </th>
                {['Plan', 'Links', 'Images', 'Storage', 'Last seen'].map((title, index) => (
                  <th
                    key={title}
                    scope="col"
                    className={`py-2 font-normal max-md:hidden ${index > 0 ? 'text-right' : ''}`}
                  >
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {users.map((user) => (
                <UserRow key={user._id} user={user} />
              ))}
            </tbody>
          </table>
        )}
      </AdminList>
    </>
  )
}

const cell = 'border-line border-t py-3 max-md:hidden'

function UserRow({
  user: { _id, name, email, isAdmin, isDisabled, isConfirmed, plan, usage, lastSeenAt },
}: {
  user: UserInList
}) {
  const ago = lastSeenAt && formatAgo(lastSeenAt)
  const seen = ago ? ago.charAt(0).toUpperCase() + ago.slice(1) : 'Not logged in'
  return (
    <tr>
      <td className="border-line border-t py-3">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            className="wrap-anywhere font-medium hover:underline"
            to={generatePath(pages.adminUser, { userId: _id })}
          >
            {name}
          </Link>
          {isAdmin && <Badge>Administrator</Badge>}
          {isDisabled && (
            <Badge tone="danger" icon={Ban}>
              Disabled
            </Badge>
          )}
          {!isConfirmed && <Badge tone="warn">Not confirmed</Badge>}
        </span>
        <span className="wrap-anywhere block text-caption text-ink-3">{email}</span>
        <span className="mt-1 flex flex-wrap gap-x-5 text-caption text-ink-3 md:hidden">
          <span>{plans[plan].name}</span>
          <span>{count(usage.links, 'link')}</span>
          <span>{count(usage.images, 'image')}</span>
          <span>{formatStorage(usage.bytes)}</span>
          <span>{ago ? `Seen ${ago}` : seen}</span>
        </span>
      </td>
      <td className={cell}>{plans[plan].name}</td>
      <td className={`${cell} text-right`}>{formatNumber(usage.links)}</td>
      <td className={`${cell} text-right`}>{formatNumber(usage.images)}</td>
      <td className={`${cell} text-right`}>{formatStorage(usage.bytes)}</td>
      <td className={`${cell} text-right`}>{seen}</td>
    </tr>
  )
}
