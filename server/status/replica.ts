import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from '../database/replica/replica.ts';

/** Tells how late the replica is, whether reports are read from it, and which database has answered them. */
export function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'shop_replica_lag_seconds',
    help: 'How old the data of the replica may be; +Inf while nothing is known of it',
    // Of several processes the one that knows the least.
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(replica.lagMs / 1000);
    },
  });
  new Gauge({
    name: 'shop_replica_problem',
    help: '1 for the reason why the primary answers reports in place of the replica',
    labelNames: ['problem'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      if (replica.problem) this.set({ problem: replica.problem }, 1);
    },
  });
  new Counter({
    name: 'shop_report_statements_total',
    help: 'Statements of reports that were to be read from the replica, by who answered them',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(replica.answered)) this.inc({ by }, count);
    },
  });
}
