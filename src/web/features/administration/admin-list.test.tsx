// @vitest-environment happy-dom
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { AdminList } from './admin-list.tsx'

type Step = { found: string[]; goesOn: boolean } | Error

/** A list that is answered in these steps, one for each request. */
function Answered({ steps }: { steps: Step[] }) {
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['steps'],
      queryFn: async ({ pageParam }) => {
        const step = steps[pageParam]
        if (!step || step instanceof Error) throw step
        return step
      },
      initialPageParam: 0,
      getNextPageParam: ({ goesOn }, pages) => (goesOn ? pages.length : undefined),
      select: ({ pages }) => pages.flatMap(({ found }) => found),
    }),
  )
  return (
    <AdminList query={query} failure={() => 'It could not be fetched.'} empty="Nobody is called so.">
      {(names) => names.join(', ')}
    </AdminList>
  )
}

const nothing = { found: [], goesOn: true }

test('a search that has found nothing yet goes on by itself, and then shows what it has found', async () => {
  renderPart(<Answered steps={[nothing, nothing, { found: ['Mara', 'Marek'], goesOn: false }]} />)
  expect(await screen.findByText('Mara, Marek')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('that there is nobody is said when all were looked at', async () => {
  renderPart(<Answered steps={[nothing, nothing, { found: [], goesOn: false }]} />)
  expect(await screen.findByText('Nobody is called so.')).toBeDefined()
})

test('a search that fails on its way says so', async () => {
  renderPart(<Answered steps={[nothing, new Error('no network')]} />)
  expect(await screen.findByText('It could not be fetched.')).toBeDefined()
})

test('a list that has enough to look at goes on when it is asked to', async () => {
  const many = Array.from({ length: 20 }, (_, n) => `Person ${n}`)
  renderPart(<Answered steps={[{ found: many, goesOn: true }, new Error('asked too early')]} />)
  expect(await screen.findByRole('button', { name: 'Show more' })).toBeDefined()
  expect(screen.getByText(many.join(', '))).toBeDefined()
})
