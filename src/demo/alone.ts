/**
 * Makes the page of each person a device of its own: the tabs of a browser share what is stored, and two people in two tabs
 * would take it from each other.
 */
export function standAlone(person: string): void {
  const own = (name: string) => `${person} ${name}`
  Object.defineProperty(window, 'localStorage', { value: sessionStorage })
  // The worker holds the cookies. One that is there says that somebody may be signed in.
  Object.defineProperty(document, 'cookie', { get: () => 'XSRF-TOKEN=demo', set: () => {} })
  const { open, deleteDatabase } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    return open.call(this, own(name), version)
  }
  IDBFactory.prototype.deleteDatabase = function (name) {
    return deleteDatabase.call(this, own(name))
  }
  const { request } = LockManager.prototype
  LockManager.prototype.request = function (name: string, ...rest: unknown[]) {
    return Reflect.apply(request, this, [own(name), ...rest])
  }
  const Channel = BroadcastChannel
  Object.assign(window, {
    BroadcastChannel: class extends Channel {
      constructor(name: string) {
        super(own(name))
      }
    },
  })
}
