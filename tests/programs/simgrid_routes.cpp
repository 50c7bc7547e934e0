// Prints the routes between hosts of a SimGrid platform: source, destination, then bandwidth (B/s) and latency (s) of each
// link, and its name. Pairs beyond a number of them are thinned out evenly.
#include <cstdio>
#include <cstdlib>
#include <simgrid/s4u.hpp>
#include <vector>

int main(int argc, char** argv)
{
    simgrid::s4u::Engine engine(&argc, argv);
    engine.load_platform(argv[1]);
    const size_t most = std::strtoul(argv[2], nullptr, 10);
    const auto hosts = engine.get_all_hosts();
    const size_t pairs = hosts.size() * hosts.size();
    const size_t step = pairs > most ? pairs / most | 1 : 1;
    for (size_t pair = 0; pair < pairs; pair += step) {
        const auto *from = hosts[pair / hosts.size()], *to = hosts[pair % hosts.size()];
        if (from == to)
            continue;
        std::vector<simgrid::s4u::Link*> links;
        double latency = 0;
        from->route_to(to, links, &latency);
        std::printf("%s\t%s", from->get_cname(), to->get_cname());
        for (const auto* link : links)
            std::printf("\t%.9g %.9g %s", link->get_bandwidth(), link->get_latency(), link->get_cname());
        std::printf("\n");
    }
    return 0;
}
