/** Browsers allow passkeys on https and localhost, but not on IP addresses. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^\[|^[\d.]+$/.test(window.location.hostname)
