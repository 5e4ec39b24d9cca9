// Keeps the edition for the next visit, and for one without a network. `make static` writes before
// this what the edition has: FILES, the hash of each file by its path; FIRST, the paths of those that
// a visit begins with. The rest is kept when it is first fetched.
const root = new URL("./", self.location.href)
const NAME = "edition"
const keyOf = path => new URL(`${path}?${FILES[path]}`, root).href

async function isTrue(path, response) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()))
  return Array.from(sum, byte => byte.toString(16).padStart(2, "0")).join("") === FILES[path]
}

// A server may have another edition by now: its files are not kept under the hashes of this one.
async function keep(cache, path, response) {
  if (response.ok && (await isTrue(path, response.clone()))) await cache.put(keyOf(path), response)
}

async function bring(path, event) {
  const cache = await caches.open(NAME)
  const kept = await cache.match(keyOf(path))
  // Without the address that it was fetched from: a worker's own has the language.
  if (kept) return new Response(kept.body, kept)
  const response = await fetch(new URL(path, root))
  event.waitUntil(keep(cache, path, response.clone()))
  return response
}

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME)
  await Promise.all(FIRST.map(async path => {
    if (!(await cache.match(keyOf(path)))) await keep(cache, path, await fetch(new URL(path, root)))
  }))
})()))

self.addEventListener("activate", event => event.waitUntil((async () => {
  const cache = await caches.open(NAME)
  const known = new Set(Object.keys(FILES).map(keyOf))
  const old = (await cache.keys()).filter(request => !known.has(request.url))
  await Promise.all(old.map(request => cache.delete(request)))
  await self.clients.claim()
})()))

self.addEventListener("fetch", event => {
  const { pathname, origin, search } = new URL(event.request.url)
  if (event.request.method !== "GET" || origin !== root.origin || !pathname.startsWith(root.pathname)) return
  const path = pathname.slice(root.pathname.length)
  const document = `${path}${path && !path.endsWith("/") ? "/" : ""}index.html`
  if (path in FILES) event.respondWith(bring(path, event))
  else if (document in FILES)
    event.respondWith(path && !path.endsWith("/") ? Response.redirect(new URL(`${path}/${search}`, root)) : bring(document, event))
})
