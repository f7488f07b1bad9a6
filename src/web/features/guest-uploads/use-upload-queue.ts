import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  approveUploads,
  type Guest,
  type GuestImage,
  listGuests,
  listGuestUploads,
  rejectUploads,
  type UploadDecision,
} from '#shared/guest-uploads.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { type Page, queryKeys } from '#web/lib/queries/keys.ts'

/** An image that's `rejecting` can still be restored. One that's `gone` was taken back or decided elsewhere. */
export type Decision = 'approved' | 'rejecting' | 'rejected' | 'gone'

const undoMs = 5000
const pollMs = 10_000

type Verb = 'approve' | 'reject'
const endpoints = { approve: approveUploads, reject: rejectUploads }
const outcomes = { approve: 'approved', reject: 'rejected' } as const

type QueuePage = Page<GuestImage> & { waiting: number }
const flatten = <Item>(data: InfiniteData<Page<Item>> | undefined) => data?.pages.flatMap((page) => page.data) ?? []

/** Lists the images that need approval. Only `reload` and `showMore` change the list, so nothing moves meanwhile. */
export function useUploadQueue(linkId: string, guestId: string | undefined) {
  const client = useQueryClient()
  const listKey = ['guest-uploads', linkId, guestId ?? 'all']
  const guestsKey = ['guests', linkId]
  const fetchPage = (cursor?: string): Promise<QueuePage> =>
    call(listGuestUploads, { params: { id: linkId }, query: { guest: guestId, cursor } })
  const frozen = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, initialPageParam: undefined as string | undefined }
  const list = useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...frozen,
  })
  const guests = useInfiniteQuery({
    queryKey: guestsKey,
    queryFn: ({ pageParam: cursor }): Promise<Page<Guest>> =>
      call(listGuests, { params: { id: linkId }, query: { cursor } }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...frozen,
  })

  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const mark = (images: readonly GuestImage[], decision: Decision | undefined) =>
    setDecisions((before) => {
      const after = new Map(before)
      for (const { _id } of images) decision ? after.set(_id, decision) : after.delete(_id)
      return after
    })

  const lastCall = useRef<Promise<unknown>>(Promise.resolve())
  const openCalls = useRef(0)
  /** Sends one call at a time, so images appear in the gallery in the order in which they were approved. */
  const inOrder = <Result>(send: () => Promise<Result>) => {
    openCalls.current++
    const result = lastCall.current.then(send).finally(() => openCalls.current--)
    lastCall.current = result.catch(() => {})
    return result
  }

  /** The rest of the app refetches these when it shows them again. */
  const outdate = () => {
    for (const queryKey of [queryKeys.links, queryKeys.galleries, queryKeys.subscription]) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  }

  const countDecided = (images: readonly GuestImage[], verb: Verb) => {
    client.setQueriesData<InfiniteData<QueuePage>>(
      { queryKey: ['guest-uploads', linkId] },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, waiting: page.waiting - images.length })) },
    )
    client.setQueryData<InfiniteData<Page<Guest>, string | undefined>>(guestsKey, (data) => {
      const change = (guest: Guest) => {
        const own = images.filter(({ addedBy }) => addedBy?._id === guest._id).length
        return { ...guest, waiting: guest.waiting - own, shown: guest.shown + (verb === 'approve' ? own : 0) }
      }
      return data && { ...data, pages: data.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
    })
    outdate()
  }

  const send = async (images: readonly GuestImage[], verb: Verb, keepalive = false) => {
    try {
      const body = { imageIds: images.map(({ _id }) => _id) }
      const { data } = await call(endpoints[verb], { params: { id: linkId }, body, keepalive })
      mark(images, data.done === 0 ? 'gone' : outcomes[verb])
      countDecided(images, verb)
    } catch (error) {
      mark(images, undefined)
      await notify('error', errorMessage(error, `Failed to ${verb} the image. Please try again.`))
    }
  }

  /** Rejected images, until they can't be restored anymore. The latest is last. */
  const held = useRef(new Map<GuestImage, ReturnType<typeof setTimeout>>())
  const release = (image: GuestImage) => {
    clearTimeout(held.current.get(image))
    return held.current.delete(image)
  }
  const sendHeld = async (isLeaving = false) => {
    const images = [...held.current.keys()].filter(release)
    if (images.length === 0) return
    // A page that's closing can't wait for earlier calls.
    await (isLeaving ? send(images, 'reject', true) : inOrder(() => send(images, 'reject')))
  }
  const leave = useEffectEvent(() => void sendHeld(true))
  useEffect(() => {
    const onPageHide = () => leave()
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      onPageHide()
    }
  }, [])

  const [loads, setLoads] = useState(0)
  const reload = async () => {
    await sendHeld()
    await lastCall.current
    await Promise.all([list.refetch(), guests.refetch()])
    setLoads((before) => before + 1)
  }

  const freshKey = ['new-guest-uploads', linkId, guestId ?? 'all', loads]
  const { data: fresh } = useQuery({
    queryKey: freshKey,
    queryFn: async () => {
      const before = client.getQueryData<number>(freshKey) ?? 0
      if (openCalls.current > 0) return before
      const known = client.getQueryData<InfiniteData<QueuePage>>(listKey)?.pages[0]?.waiting
      const { waiting } = await fetchPage()
      const isSame = known === client.getQueryData<InfiniteData<QueuePage>>(listKey)?.pages[0]?.waiting
      // Ignore a count that might or might not include a decision.
      return known === undefined || !isSame || openCalls.current > 0 ? before : Math.max(0, waiting - known)
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: list.isSuccess,
    refetchInterval: pollMs,
  })

  const pending = [...held.current.keys()]
  return {
    list,
    guests,
    images: flatten(list.data),
    guestList: flatten(guests.data).map((guest) => ({
      ...guest,
      waiting: guest.waiting - pending.filter(({ addedBy }) => addedBy?._id === guest._id).length,
    })),
    decisions,
    waiting: (list.data?.pages[0]?.waiting ?? 0) - pending.length,
    canUndo: pending.length > 0,
    /** The number of images that arrived since the list was loaded. */
    fresh,
    reload,

    approve(image: GuestImage) {
      mark([image], 'approved')
      void inOrder(() => send([image], 'approve'))
    },

    reject(image: GuestImage) {
      held.current.set(
        image,
        setTimeout(() => {
          if (release(image)) void inOrder(() => send([image], 'reject'))
        }, undoMs),
      )
      mark([image], 'rejecting')
    },

    /** Restores this image, or the last one that was rejected. */
    undo(image = [...held.current.keys()].at(-1)) {
      if (!image || !release(image)) return undefined
      mark([image], undefined)
      return image
    },

    async decideAll(verb: Verb, body: UploadDecision) {
      await sendHeld()
      const { data } = await inOrder(() => call(endpoints[verb], { params: { id: linkId }, body }))
      outdate()
      await reload()
      return data.done
    },
  }
}

export type UploadQueue = ReturnType<typeof useUploadQueue>
