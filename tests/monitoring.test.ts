// nightly: runs Prometheus
// deploy/monitoring and docs/runbook.md are true of this shop. What needs promtool or Prometheus is left out, with a line, without them.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { api } from '#contract/api.ts';
import { findFreePort } from '../server/ground/ports.ts';
import { unless } from './deploy/programs.ts';
import { startTestShop, type TestShop } from './testing.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..');
const MONITORING = join(ROOT, 'deploy', 'monitoring');
const TOKEN = 'a-token-of-prometheus';
/** Of Prometheus itself, and what a shop has only with several processes. */
const OPTIONAL = new Set(['up', 'shop_processes_replaced_total']);

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const scratch = await mkdtemp(join(tmpdir(), 'northbridge-monitoring-'));
after(() => rm(scratch, { recursive: true, force: true }));

const read = (...path: string[]) => readFile(join(...path), 'utf8');
const alerts: Alert[] = parse(await read(MONITORING, 'alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);
const dashboard = JSON.parse(await read(MONITORING, 'grafana-dashboard.json'));
const runbook = await read(ROOT, 'docs', 'runbook.md');
/** As Grafana fills its variables in. */
const panels: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')),
);

function runPromtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', cwd: scratch });
  assert.equal(status, 0, stdout + stderr);
}

/** The metrics of an expression: its words outside of texts, labels and lists of labels, that are no functions or operators. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|on|ignoring|without)\s*\([^)]*\)/g, '');
  const words = bare.match(/\b[a-z_]\w*\b(?!\s*\()/gi) ?? [];
  return words.filter((word) => !/^(?:and|or|unless|by|offset|bool|\d+)$/.test(word));
}

test('the metrics of an expression are told from its other words', () => {
  assert.deepEqual(
    metricsOf('sum by (a_label) (rate(one_total{call!~"x|y"}[5m])) / on (b) two offset 30m > 5 unless three'),
    ['one_total', 'two', 'three'],
  );
});

describe('a shop that runs', () => {
  let shop: TestShop;
  let exported: Map<string, string>;
  before(async () => {
    shop = await startTestShop({ METRICS_TOKEN: TOKEN });
    await shop.runJobs();
    const { status, body } = await shop.call('GET /metrics', { token: TOKEN });
    assert.equal(status, 200);
    exported = new Map(
      [...(body as string).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]),
    );
  });
  after(() => shop.close());

  test('exports each metric that alerts and dashboard name', () => {
    const named = new Set([...alerts.map(({ expr }) => expr), ...panels].flatMap(metricsOf));
    assert.ok(named.size > 20, [...named].join());
    for (const name of named) {
      const [, family, part] = /^(.+?)(_bucket|_sum|_count)?$/.exec(name)!;
      const isThere = exported.has(name) || (part && exported.get(family!) === 'histogram');
      assert.ok(isThere || OPTIONAL.has(name), name);
    }
  });

  test('has the calls that are left out of durations', () => {
    const names = new Set([...alerts.map(({ expr }) => expr), ...panels].join().match(/(?<=call!~")[^"]+/g));
    assert.equal(names.size, 1);
    for (const pattern of [...names].join().split('|'))
      assert.ok(
        Object.keys(api).some((call) => new RegExp(`^${pattern}$`).test(call)),
        pattern,
      );
  });

  test('is watched by Prometheus with the files as they are', { skip: unless('prometheus') }, async () => {
    const port = await findFreePort();
    await cp(MONITORING, scratch, { recursive: true });
    await writeFile(join(scratch, 'token'), TOKEN);
    const config = (await read(MONITORING, 'prometheus.yaml'))
      .replace('127.0.0.1:3000', new URL(shop.origin).host)
      .replace('/etc/prometheus/northbridge.token', join(scratch, 'token'))
      .replaceAll('15s', '1s');
    await writeFile(join(scratch, 'prometheus.yaml'), config);
    const prometheus = spawn(
      'prometheus',
      [
        ...[
          `--config.file=${join(scratch, 'prometheus.yaml')}`,
          `--storage.tsdb.path=${join(scratch, 'data')}`,
        ],
        ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
      ],
      { stdio: 'ignore' },
    );
    const ask = async (expr: string) => {
      const query = new URLSearchParams({ query: expr });
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${query}`).catch(() => undefined);
      return response?.ok ? response.json() : response?.text().then((error) => ({ status: 'error', error }));
    };
    try {
      await until(async () => (await ask('up{job="northbridge"} == 1'))?.data?.result.length === 1);
      for (const expr of [...panels, ...alerts.map(({ expr }) => expr)]) {
        const { status, error } = await ask(expr);
        assert.equal(status, 'success', `${expr}: ${error}`);
      }
      const { data } = await ask('shop_refunds{state="due"}');
      assert.equal(data.result[0].value[1], '0');
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/rules`);
      assert.deepEqual(
        ((await response.json()) as Rules).data.groups
          .flatMap(({ rules }) => rules.map(({ name }) => name))
          .sort(),
        alerts.map(({ alert }) => alert).sort(),
      );
    } finally {
      prometheus.kill();
      await once(prometheus, 'exit');
    }
  });
});

interface Rules {
  data: { groups: { rules: { name: string }[] }[] };
}

test('each alert fires when it should, and not otherwise', { skip: unless('promtool') }, () => {
  runPromtool('check', 'rules', join(MONITORING, 'alerts.yaml'));
  runPromtool('test', 'rules', join(MONITORING, 'alerts.test.yaml'));
});

test('each alert is tried both ways', async () => {
  const tried: { eval_time: string; alertname: string; exp_alerts: unknown[] }[] = parse(
    await read(MONITORING, 'alerts.test.yaml'),
  ).tests.flatMap(({ alert_rule_test }: { alert_rule_test: unknown[] }) => alert_rule_test);
  for (const { alert } of alerts) {
    const own = tried.filter(({ alertname }) => alertname === alert);
    assert.ok(
      own.some(({ exp_alerts }) => exp_alerts.length > 0) &&
        own.some(({ exp_alerts }) => exp_alerts.length === 0),
      alert,
    );
  }
});

test('the expressions of the dashboard can be read', { skip: unless('promtool') }, async () => {
  assert.ok(panels.length > 20);
  const rules = panels.map((expr, n) => ({ record: `panel:${n}`, expr }));
  const path = join(scratch, 'panels.json');
  // YAML has JSON in it.
  await writeFile(path, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  runPromtool('check', 'rules', path);
});

test('each alert says how bad it is and leads to its section of the runbook, and each section is of an alert', () => {
  const sections = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  );
  assert.deepEqual(
    [...sections.keys()],
    alerts.map(({ alert }) => alert),
  );
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels.severity, /^(?:critical|warning)$/, alert);
    assert.match(annotations.summary, /\.$/, alert);
    assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    for (const part of ['Means', 'Look', 'Do'])
      assert.ok(sections.get(alert)!.includes(`**${part}:**`), `${alert}: ${part}`);
  }
});

test('the runbook begins with the values of the file of variables, and of the files of secrets that it names', async () => {
  const [, begin = ''] = /```\n(.*?)\n```/s.exec(runbook)!;
  const [env, secret] = [join(scratch, 'shop.env'), join(scratch, 'secret')];
  await writeFile(secret, 'postgres:///of-a-file\n');
  const valuesIn = async (text: string) => {
    await writeFile(env, text);
    const script = begin.replace('/opt/northbridge', scratch).replace('/etc/northbridge.env', env);
    const shown = `${script}\nprintf '%s|' "$DATABASE_URL" "$METRICS_TOKEN" "$DATA_DIR"`;
    return spawnSync('bash', ['-c', shown], { encoding: 'utf8' }).stdout;
  };
  assert.equal(
    await valuesIn(`DATABASE_URL="postgres:///here?a=b"\nMETRICS_TOKEN=t\nDATA_DIR=/data\n`),
    'postgres:///here?a=b|t|/data|',
  );
  assert.equal(
    await valuesIn(`DATABASE_URL_FILE=${secret}\nMETRICS_TOKEN_FILE='${secret}'\n`),
    'postgres:///of-a-file|postgres:///of-a-file|/var/lib/northbridge|',
  );
});

test('the runbook names alerts, commands, pages and metrics that there are', async () => {
  const { scripts } = JSON.parse(await read(ROOT, 'package.json'));
  for (const [, script] of runbook.matchAll(/npm run ([\w:]+)/g)) assert.ok(script! in scripts, script!);
  for (const [name] of runbook.matchAll(/\bNorthbridge[A-Z]\w+/g))
    assert.ok(
      alerts.some(({ alert }) => alert === name),
      name,
    );
  const routes = await read(ROOT, 'web', 'routes.ts');
  for (const [, page] of runbook.matchAll(/\/dashboard\/(\w+)/g))
    assert.ok(routes.includes(`route('${page}`), page!);
});
