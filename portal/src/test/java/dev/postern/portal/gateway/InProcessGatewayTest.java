package dev.postern.portal.gateway;

import org.springframework.beans.factory.annotation.Autowired;

class InProcessGatewayTest extends GatewayContract {

    @Autowired
    private Gateway gateway;

    @Override
    Gateway gateway() {
        return gateway;
    }
}
