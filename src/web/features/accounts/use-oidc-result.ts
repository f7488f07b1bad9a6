import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { exchangeOidcCode } from '#shared/oidc.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'

/** Tells the page behind a popup that it's you. */
export const confirmedChannel = 'session-confirmed'

/** On the security page, after the provider has sent the browser back. */
export function useOidcResult() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isHandled = useRef(false)

  const use = async (code: string) => {
    const answer = await call(exchangeOidcCode, { body: { code } })
    if (!('data' in answer)) return
    await queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
    if ('identity' in answer.data) return void notify('success', `Connected to ${answer.data.identity.name}`)
    new BroadcastChannel(confirmedChannel).postMessage(true)
    // Works if this is a popup. Some browsers don't let it close itself.
    window.close()
    void notify('success', 'Confirmed. If you started in another window, go on there.')
  }

  const handle = useEffectEvent(() => {
    const [code, error] = [search.get('oidc'), search.get('oidcError')]
    if (isHandled.current || (!code && !error)) return
    isHandled.current = true
    void navigate(pages.accountSecurity, { replace: true })
    if (!code) return void notify('error', "That didn't work. Nothing was changed. Try again.")
    use(code).catch((failure) => notify('error', errorMessage(failure, "That didn't work. Try again in a moment.")))
  })
  useEffect(() => handle(), [])
}
