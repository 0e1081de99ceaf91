/**
 * The scripts of pages that are not open yet. React Router reloads the page when one cannot be fetched, which ends in the
 * browser's own error page and loses what was typed; here the old page stays until the script has come.
 */
import { createPath, type DataRouteObject, type Location } from 'react-router';
import { ApiProblem, callApi, send, statusOf } from './api.ts';
import { RECOVERY_MS } from './query-client.ts';

interface RouteFiles {
  module: string;
  imports?: string[];
  css?: string[];
}

declare global {
  interface Window {
    /** React Router's own list of routes and of the scripts that each needs, as they are in this page's build. */
    __reactRouterManifest?: {
      version: string;
      routes: Record<string, RouteFiles | undefined>;
    };
    /** React Router's own store of scripts that have run: what is in it is there without a step between. */
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}

/** Why scripts have not come: an outage, or the shop has a new version, whose pages have other scripts. */
export type Missing = ApiProblem | 'replaced';

/** By the route's id. */
const missing = new Map<string, Missing>();
const coming = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
const pauses = new Set<() => void>();

/** The files of a route, by its id. */
export function manifestOf(id: string): RouteFiles | undefined {
  return window.__reactRouterManifest?.routes[id];
}

/** Loads and runs a route's script in advance. Whoever needs it says what is wrong with it. */
export async function makeScriptReady(id: string): Promise<void> {
  const files = manifestOf(id);
  if (files) await runScript(id, files.module);
}

/** Why the scripts of a page that was asked for have not come; undefined while there is nothing to wait for. */
export function getMissing(): Missing | undefined {
  return missing.values().next().value;
}

export function subscribeToMissing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tries again at once. */
export function lookAgain(): void {
  for (const end of pauses) end();
}

/** Opens a page by loading it anew, from the version that the shop has now. */
export function openInFull(location: Location): void {
  window.location.assign(createPath(location));
}

/** Lets routes wait for their scripts before React Router imports them. To be called once, before the first change of page. */
export function waitForScripts(routes: DataRouteObject[]): void {
  for (const { id, lazy, children } of routes) {
    if (typeof lazy === 'object') {
      const parts = lazy as Record<string, (() => Promise<unknown>) | undefined>;
      for (const [name, load] of Object.entries(parts)) {
        if (!load) continue;
        parts[name] = () => (hasRun(id) ? load() : scriptsOf(id).then(load));
      }
    }
    if (children) waitForScripts(children);
  }
}

function scriptsOf(id: string): Promise<void> {
  let promise = coming.get(id);
  if (!promise) {
    promise = fetchScripts(id);
    coming.set(id, promise);
  }
  return promise;
}

async function fetchScripts(id: string): Promise<void> {
  const scripts = manifestOf(id);
  if (!scripts) return;
  let wasThere = false;
  while (!(await runScript(id, scripts.module))) {
    const found = await look([scripts.module, ...(scripts.imports ?? [])]);
    if (found === 'there' && !wasThere) {
      wasThere = true;
      continue;
    }
    // There, and yet it cannot be imported: some browsers remember that it failed, until the page is loaded anew.
    tell(id, found === 'there' ? 'replaced' : found);
    if (getMissing() === 'replaced') await new Promise(() => {});
    await pause();
  }
  tell(id, undefined);
}

function hasRun(id: string): boolean {
  return id in (window.__reactRouterRouteModules ?? {});
}

/** Runs a route's script and gives it to React Router; false when it cannot be fetched. */
async function runScript(id: string, module: string): Promise<boolean> {
  try {
    const script: unknown = await import(/* @vite-ignore */ module);
    if (window.__reactRouterRouteModules) window.__reactRouterRouteModules[id] ??= script;
    return true;
  } catch {
    return false;
  }
}

/** Whether files are there. A file that is not is from another version of the shop, or behind a server that has not got it yet. */
async function look(files: string[]): Promise<Missing | 'there'> {
  try {
    await Promise.all(files.map((file) => send(file, { method: 'HEAD', cache: 'no-store' })));
    return 'there';
  } catch (error) {
    if (statusOf(error) !== 404) return asProblem(error);
  }
  try {
    const { build } = await callApi('getConfig', {});
    return build === window.__reactRouterManifest?.version ? asProblem(undefined) : 'replaced';
  } catch (error) {
    return asProblem(error);
  }
}

function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(503, 'unavailable', 'The shop is not available right now. Try again in a moment.');
}

function tell(id: string, found: Missing | undefined): void {
  if (found) missing.set(id, found);
  else missing.delete(id);
  for (const listener of listeners) listener();
}

/** Ends after a while, when the connection is back, or when somebody presses "Try again". */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, RECOVERY_MS);
    pauses.add(end);
    window.addEventListener('online', end);
  });
}
