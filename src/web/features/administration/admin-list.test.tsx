// @vitest-environment happy-dom
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { AdminList } from './admin-list.tsx'

type Step = { found: string[]; goesOn: boolean } | Error

/** The nth request returns or throws the nth step. */
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
    <AdminList query={query} failure={() => "Couldn't load."} empty="No matches.">
      {(names) => names.join(', ')}
    </AdminList>
  )
}

const nothing = { found: [], goesOn: true }

test('a search keeps fetching past empty pages', async () => {
  renderPart(<Answered steps={[nothing, nothing, { found: ['Mara', 'Marek'], goesOn: false }]} />)
  expect(await screen.findByText('Mara, Marek')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a search without results shows the empty state', async () => {
  renderPart(<Answered steps={[nothing, nothing, { found: [], goesOn: false }]} />)
  expect(await screen.findByText('No matches.')).toBeDefined()
})

test('a search that fails midway shows the error', async () => {
  renderPart(<Answered steps={[nothing, new Error('no network')]} />)
  expect(await screen.findByText("Couldn't load.")).toBeDefined()
})

test('a full page shows a button instead of fetching the next page', async () => {
  const many = Array.from({ length: 20 }, (_, n) => `Person ${n}`)
  renderPart(<Answered steps={[{ found: many, goesOn: true }, new Error('asked too early')]} />)
  expect(await screen.findByRole('button', { name: 'Show more' })).toBeDefined()
  expect(screen.getByText(many.join(', '))).toBeDefined()
})
