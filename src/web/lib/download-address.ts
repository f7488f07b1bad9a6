/** Where a picture is taken home from: the server then names the file and counts a download. */
export const downloadAddressOf = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download=1`
